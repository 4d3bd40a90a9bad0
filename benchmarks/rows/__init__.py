"""The rows: what is measured. Each is a function of the effort that returns a `Row`."""
