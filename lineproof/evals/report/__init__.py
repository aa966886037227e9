"""The report: what benchmarks measured, as one page that opens without a network and as Markdown, both from the same files of results."""
