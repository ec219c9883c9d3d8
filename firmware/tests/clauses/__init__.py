"""The clauses of the rule books, and the notation in which their cases are written."""
