"""What a learner's attempts say about practice: when an answered item comes again, and whether ranges hold.
It refuses to know pages and the store; attempts, the course's items and the time are passed in."""
