"""The static site: the published wiki as HTML files that need no server and no network.

record    what is shown: the wiki, and how its claims are tied to others
view      a page as a template prints it: sentences with numbered notes, comparisons, links
note      the evidence of one claim on a page; a mark behind a sentence leads to it
register  the page of one document of the corpus, with every claim that the wiki rests on it
"""
