"""The lesson dialect: Markdown files to checked lessons, with diagnostics an author can act on.
It refuses to know flask, pages, learners and stores; labs are asked through a Bench.
"""
