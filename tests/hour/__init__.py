"""The built-in lesson as it is served: walked to the end in every way there is, and searched for what it gives away."""
