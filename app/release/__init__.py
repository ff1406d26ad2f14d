"""Evidence for a release: a lab's result kept by address and digest, run again and compared, written down to take away.
It refuses to know pages and the store; what was kept and how a lab is run are passed in."""
