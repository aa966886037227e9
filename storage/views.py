"""The views: the public SQL surface, documented in docs/sql.md, which is made from here.

Views are part of every snapshot, so that a file opened with any DuckDB client has them too.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class View:
    """A view with the sentence that documents it."""

    name: str
    about: str
    sql: str
    public: bool = True


RELATIONS: Final = "('supersedes', 'amends', 'attaches_to', 'requires')"
INVERSES: Final = "('superseded_by', 'amended_by', 'has_attachment', 'required_by')"
FORMER: Final = "former value:%"
OVERTAKEN: Final = "validity:%"
ORIGINS: Final = "['metadata', 'marker', 'wording', 'link', 'alias']"

VIEWS: Final = (
    View(
        "documents",
        "One row a document.",
        "SELECT corpus, path, title, identifier, edition, effective, status, lines, bytes, language, format, encoding, document_id "
        "FROM evidence.documents",
    ),
    View(
        "all_mentions",
        "Mentions of wording, links and metadata, and those found by alias.",
        "SELECT * FROM evidence.mentions UNION ALL SELECT * FROM graph.alias_mentions",
        public=False,
    ),
    View(
        "edges",
        "Every typed edge: those that text states, those of structure (`part_of`, `next`), and those of editions, claims, concepts and "
        "pages.",
        "SELECT source_id, type, target_id, origin, partial, document_id, mention_id FROM graph.stated_edges "
        "UNION ALL SELECT by_id, 'supersedes', document_id, 'edition', false, document_id, NULL FROM beliefs.successions "
        "WHERE reason LIKE 'edition:%' "
        "UNION ALL SELECT paragraph_id, 'part_of', coalesce(section_id, document_id), 'structure', false, document_id, NULL "
        "FROM evidence.paragraphs "
        "UNION ALL SELECT p.paragraph_id, 'next', n.paragraph_id, 'structure', false, p.document_id, NULL "
        "FROM evidence.paragraphs p JOIN evidence.paragraphs n ON n.document_id = p.document_id AND n.ordinal = p.ordinal + 1 "
        "UNION ALL SELECT claim_id, 'cites', paragraph_id, 'claim', false, document_id, NULL FROM beliefs.quotes "
        "UNION ALL SELECT source_id, type, target_id, 'claim', false, document_id, NULL FROM beliefs.relations "
        "UNION ALL SELECT claim_id, 'about_concept', concept_id, 'claim', false, document_id, NULL FROM beliefs.claim_concepts "
        "UNION ALL SELECT DISTINCT f.paragraph_id, 'has_concept', c.concept_id, 'structure', false, f.document_id, NULL "
        "FROM beliefs.concept_forms f JOIN (SELECT concept_id, unnest(keys) AS key FROM beliefs.concepts) c USING (key) "
        "WHERE f.kind <> 'person' "
        "UNION ALL SELECT r.reflection_id, 'derived_from_fact', r.claim_id, 'claim', false, c.document_id, NULL "
        "FROM beliefs.reflection_claims r JOIN beliefs.claims c USING (claim_id) "
        "UNION ALL SELECT s.page_id, 'states', s.claim_id, 'claim', false, c.document_id, NULL "
        "FROM (SELECT DISTINCT page_id, unnest(claim_ids) AS claim_id FROM wiki.sentences) s JOIN beliefs.claims c USING (claim_id) "
        "UNION ALL SELECT DISTINCT page_id, 'links_to', target_id, 'structure', false, NULL, NULL FROM wiki.links "
        "WHERE target_id IN (SELECT page_id FROM wiki.pages)",
    ),
    View(
        "document_edges",
        "Relations between two documents; the source is the newer or acting one. The strongest origin is shown; "
        "`partial` only where no statement is whole.",
        "SELECT s.corpus, s.path AS source_path, e.type AS relation, t.path AS target_path, "
        f"arg_min(e.origin, list_position({ORIGINS}, e.origin)) AS origin, bool_and(e.partial) AS partial "
        "FROM graph.stated_edges e JOIN evidence.documents s ON s.document_id = e.source_document_id "
        "JOIN evidence.documents t ON t.document_id = e.target_document_id "
        f"WHERE e.type IN {RELATIONS} GROUP BY s.corpus, s.path, e.type, t.path",
    ),
    View(
        "reference_edges",
        "One row a resolved reference, with the line and words that make it; `source_path` is where they stand. `target_line` is 0 for "
        "a whole document. An inverse relation keeps its name (`superseded_by`).",
        "SELECT d.corpus, d.path AS source_path, m.line, m.text, t.path AS target_path, "
        "coalesce(p.first_line, 0) AS target_line, m.relation, e.origin, e.partial "
        "FROM graph.stated_edges e JOIN all_mentions m ON m.mention_id = e.mention_id "
        "JOIN evidence.documents d ON d.document_id = e.document_id "
        f"JOIN evidence.documents t ON t.document_id = CASE WHEN m.relation IN {INVERSES} THEN e.source_document_id "
        "ELSE e.target_document_id END "
        f"LEFT JOIN evidence.paragraphs p ON p.paragraph_id = e.target_id AND m.relation NOT IN {INVERSES}",
    ),
    View(
        "open_references",
        "One row a reference that was not resolved, or that is stated on one side only, with the reason.",
        "SELECT d.corpus, d.path, u.line, u.text, u.reason, coalesce(c.candidates, []) AS candidates "
        "FROM graph.unresolved u JOIN evidence.documents d ON d.document_id = u.document_id "
        "LEFT JOIN (SELECT o.mention_id, o.reason, list(DISTINCT x.path ORDER BY x.path) AS candidates "
        "FROM (SELECT mention_id, reason, unnest(candidates) AS candidate FROM graph.unresolved) o "
        "JOIN evidence.documents x ON x.document_id = o.candidate GROUP BY o.mention_id, o.reason) c "
        "ON c.mention_id = u.mention_id AND c.reason = u.reason "
        "UNION ALL SELECT d.corpus, d.path, m.line, m.text, 'one-sided', [other.path] "
        "FROM (SELECT source_document_id, type, target_document_id, any_value(document_id) AS stating, min(mention_id) AS mention_id "
        f"FROM graph.stated_edges WHERE type IN {RELATIONS} AND source_document_id <> target_document_id "
        "AND document_id IN (source_document_id, target_document_id) "
        "GROUP BY source_document_id, type, target_document_id HAVING count(DISTINCT document_id) = 1) e "
        "JOIN all_mentions m ON m.mention_id = e.mention_id JOIN evidence.documents d ON d.document_id = e.stating "
        "JOIN evidence.documents other ON other.document_id = "
        "CASE WHEN e.stating = e.source_document_id THEN e.target_document_id ELSE e.source_document_id END",
    ),
    View(
        "relation_problems",
        "Relations that cannot be right: a document that supersedes itself (`self`), a ring of documents (`cycle`), or a newer document "
        "whose effective date or edition lies before that of the one it replaces (`order`).",
        "WITH RECURSIVE relations AS (SELECT DISTINCT source_document_id AS source, type, target_document_id AS target "
        f"FROM graph.stated_edges WHERE type IN {RELATIONS} AND NOT (partial AND type = 'supersedes')), "
        "reach AS (SELECT source, type, target FROM relations WHERE source <> target "
        "UNION SELECT r.source, r.type, n.target FROM reach r JOIN relations n ON n.source = r.target AND n.type = r.type "
        "WHERE n.source <> n.target), "
        "found AS (SELECT 'self' AS problem, source, type, target FROM relations WHERE source = target AND type = 'supersedes' "
        "UNION ALL SELECT 'cycle', r.source, r.type, r.target FROM relations r JOIN reach b "
        "ON b.source = r.target AND b.target = r.source AND b.type = r.type WHERE r.source <> r.target "
        "UNION ALL SELECT 'order', r.source, r.type, r.target FROM relations r "
        "JOIN evidence.documents s ON s.document_id = r.source JOIN evidence.documents t ON t.document_id = r.target "
        "WHERE r.type = 'supersedes' AND (s.effective < t.effective OR (s.identifier = t.identifier AND s.edition < t.edition))) "
        "SELECT s.corpus, f.problem, s.path AS source_path, f.type AS relation, t.path AS target_path FROM found f "
        "JOIN evidence.documents s ON s.document_id = f.source JOIN evidence.documents t ON t.document_id = f.target",
    ),
    View(
        "this_corpus",
        "The name of the corpus, also once all of its documents are gone.",
        "SELECT coalesce((SELECT any_value(corpus) FROM evidence.documents), (SELECT any_value(corpus) FROM beliefs.events)) AS corpus",
        public=False,
    ),
    View(
        "settled_claims",
        "Claims with their slot; none where one document fills it with several values for the same time, which then stand beside each "
        "other.",
        "SELECT c.* EXCLUDE (slot), CASE WHEN count(DISTINCT struct_pack(value, unit, polarity)) "
        "OVER (PARTITION BY document_id, subject, slot, valid_from, valid_to) = 1 THEN slot END AS slot FROM beliefs.claims c",
        public=False,
    ),
    View(
        "beginnings",
        "Since when each document applies: its date, else the first day of its edition where that is a day, month or year.",
        "SELECT document_id, coalesce(effective, CASE WHEN regexp_full_match(edition, '(19|20)\\d{2}(-\\d{2}){0,2}') "
        "THEN try_strptime(edition, ['%Y-%m-%d', '%Y-%m', '%Y'])::DATE END) AS begins FROM evidence.documents",
        public=False,
    ),
    View(
        "bearing_edges",
        "Stated edges by which a document or section is superseded or amended: by another document, or a section by its own document "
        "in words that repeal all of it, unless these may be meant for another document that it changes.",
        "SELECT e.* FROM graph.stated_edges e WHERE e.type IN ('supersedes', 'amends') AND (e.source_document_id <> e.target_document_id "
        "OR (e.type = 'supersedes' AND NOT e.partial AND e.target_id <> e.target_document_id "
        "AND NOT EXISTS (SELECT 1 FROM graph.stated_edges o WHERE o.type IN ('supersedes', 'amends') "
        "AND o.source_document_id = e.source_document_id AND o.target_document_id <> e.source_document_id)))",
        public=False,
    ),
    View(
        "repeals",
        "The day from which a document repeals another one or a section, where its words tell it.",
        "SELECT source_document_id, target_id, target_document_id, min(since) AS since FROM graph.stated_edges "
        "WHERE type = 'supersedes' AND since IS NOT NULL GROUP BY ALL",
        public=False,
    ),
    View(
        "places",
        "Where a node stands: documents, paragraphs and claims with their document.",
        "SELECT document_id AS node_id, document_id FROM evidence.documents "
        "UNION ALL SELECT paragraph_id, document_id FROM evidence.paragraphs "
        "UNION ALL SELECT claim_id, document_id FROM beliefs.claims",
        public=False,
    ),
    View(
        "claims_with_evidence",
        "One row a quote of a claim, the principal one at `position` 0, with the lines that show it. `status_since` is the day since "
        "which it is superseded or disputed, where its words or the date of what decided tell it; `in_force_from` and `in_force_to` "
        "say when it holds: by its own words, else by the dates of its document and of what supersedes it.",
        "SELECT d.corpus, c.claim_id, c.statement, s.status, c.subject, c.slot, c.valid_from, c.valid_to, d.path, "
        "p.map_lines[greatest(1, len(list_filter(p.map_offsets, lambda o: o <= q.start)))] AS first_line, "
        'p.map_lines[greatest(1, len(list_filter(p.map_offsets, lambda o: o < q."end")))] AS last_line, '
        "q.quote, h.text AS heading, c.kind, c.value, c.unit, c.polarity, c.modality, q.position, "
        f"CASE WHEN s.reason LIKE '{OVERTAKEN}' THEN c.valid_to + 1 WHEN s.reason LIKE '{FORMER}' "
        "THEN coalesce(k.valid_from, b.begins, e.begins) ELSE coalesce(k.valid_from, r.since, b.begins) END AS status_since, "
        f"coalesce(c.valid_from, CASE WHEN s.reason LIKE '{FORMER}' THEN NULL ELSE e.begins END) AS in_force_from, "
        "least(c.valid_to, d.expires, CASE WHEN s.status = 'superseded' THEN status_since - 1 END) AS in_force_to, "
        "s.by_id, s.reason, c.proposer, c.accepted_by, q.paragraph_id, c.document_id "
        "FROM beliefs.claims c JOIN beliefs.quotes q ON q.claim_id = c.claim_id AND q.document_id = c.document_id "
        "JOIN evidence.documents d ON d.document_id = c.document_id "
        "JOIN evidence.paragraphs p ON p.paragraph_id = q.paragraph_id AND p.document_id = q.document_id "
        "LEFT JOIN evidence.paragraphs h ON h.paragraph_id = p.section_id AND h.document_id = p.document_id "
        "LEFT JOIN beliefs.standings s ON s.claim_id = c.claim_id "
        "LEFT JOIN beginnings e ON e.document_id = d.document_id "
        "LEFT JOIN places n ON n.node_id = s.by_id LEFT JOIN beginnings b ON b.document_id = n.document_id "
        "LEFT JOIN beliefs.claims k ON k.claim_id = s.by_id "
        "LEFT JOIN repeals r ON r.source_document_id = s.by_id AND r.target_id = d.document_id",
    ),
    View(
        "claim_history",
        "One row an event of a claim's life, oldest first; `previous_id` is the claim before a revision or move.",
        'SELECT corpus, claim_id, lineage_id, "at", event, "by", reason, statement, status, previous_id, path, valid_from, valid_to, '
        'run_id, number FROM beliefs.events ORDER BY "at", number',
    ),
    View(
        "claim_contests",
        "One row a contest of the past: days on which another claim that held, too, set the same thing otherwise. What is contested still "
        "is in `claims_with_evidence`.",
        "SELECT d.corpus, c.claim_id, c.by_id, c.since, c.until, c.reason FROM beliefs.contests c "
        "JOIN evidence.documents d USING (document_id)",
    ),
    View(
        "claim_terms",
        "One row each time a claim came to hold on other days, or otherwise, than was derived before; `contested_since` and "
        "`contested_until` are the days of contests of the past.",
        'SELECT m.corpus, t."at", t.claim_id, t.status, t.status_since, t.in_force_from, t.in_force_to, t.contested_since, '
        "t.contested_until FROM beliefs.terms t, this_corpus m",
    ),
    View(
        "rejected_candidates",
        "One row a candidate that is not believed, with the reasons; `verdict` repair waits for a person.",
        "SELECT d.corpus, c.statement, c.quote, d.path, array_to_string(c.reasons, '; ') AS reason, c.verdict, c.narrowed, c.proposer, "
        "c.candidate_id FROM beliefs.candidates c JOIN evidence.documents d USING (document_id)",
    ),
    View(
        "claim_edges",
        "One row an edge between two claims: `replaces` from the newer, `contradicts` from the less authoritative.",
        "SELECT d.corpus, r.source_id, r.type, r.target_id, r.reason, s.statement AS source, t.statement AS target "
        "FROM beliefs.relations r JOIN evidence.documents d USING (document_id) "
        "JOIN beliefs.claims s ON s.claim_id = r.source_id JOIN beliefs.claims t ON t.claim_id = r.target_id",
    ),
    View(
        "stale_claims",
        "Claims that quote what no current paragraph says; empty in every published snapshot.",
        "SELECT d.corpus, q.claim_id, q.quote FROM beliefs.quotes q LEFT JOIN evidence.documents d USING (document_id) "
        "ANTI JOIN evidence.paragraphs p ON p.paragraph_id = q.paragraph_id AND p.paragraph_hash = q.paragraph_hash "
        'AND p.text[q.start + 1 : q."end"] = q.quote',
    ),
    View(
        "coverage",
        "One row a document: how many of its paragraphs say something, and how many of these a claim quotes.",
        "SELECT d.corpus, d.path, count(*) FILTER (p.kind NOT IN ('heading', 'code')) AS paragraphs, "
        "count(q.paragraph_id) FILTER (p.kind NOT IN ('heading', 'code')) AS covered "
        "FROM evidence.documents d LEFT JOIN evidence.paragraphs p USING (document_id) "
        "LEFT JOIN (SELECT DISTINCT document_id, paragraph_id FROM beliefs.quotes) q "
        "ON q.document_id = p.document_id AND q.paragraph_id = p.paragraph_id GROUP BY d.corpus, d.path",
    ),
    View(
        "page_sentences",
        "One row a sentence of the wiki with the claims that it states.",
        "SELECT m.corpus, p.path AS page, s.sentence, s.claim_ids, s.section, s.role, s.position "
        "FROM wiki.sentences s JOIN wiki.pages p USING (page_id), this_corpus m",
    ),
    View(
        "pages",
        "One row a page of the wiki.",
        "SELECT m.corpus, p.path, p.title, p.kind, p.description, p.characters, p.removed, p.composer, p.page_id "
        "FROM wiki.pages p, this_corpus m",
    ),
    View(
        "page_changes",
        "One row each time a page came, changed or went.",
        "SELECT m.corpus, c.* FROM wiki.page_changes c, this_corpus m",
    ),
    View(
        "reference_changes",
        "One row each time a reference came to mean something else: path and line of the target, or why it is open.",
        "SELECT m.corpus, c.* FROM graph.reference_changes c, this_corpus m",
    ),
    View(
        "concepts",
        "One row a concept: a topic of the corpus.",
        "SELECT m.corpus, c.name, c.kind, c.forms, c.paragraphs, c.documents, c.concept_id FROM beliefs.concepts c, this_corpus m",
    ),
    View(
        "reflections",
        "One row a reflection: a statement about several claims.",
        "SELECT m.corpus, r.statement, r.kind, r.subject, list(c.claim_id ORDER BY c.position) AS claim_ids, r.reflection_id "
        "FROM beliefs.reflections r JOIN beliefs.reflection_claims c USING (reflection_id), "
        "this_corpus m "
        "GROUP BY m.corpus, r.statement, r.kind, r.subject, r.reflection_id",
    ),
    View(
        "paragraph_lines",
        "One row a paragraph with the lines that it stands on.",
        "SELECT d.corpus, d.path, p.paragraph_id, p.kind, p.first_line, p.last_line, p.text, p.label, p.section_id "
        "FROM evidence.paragraphs p JOIN evidence.documents d USING (document_id)",
    ),
    View(
        "turns",
        "One row a turn of a conversation. Its sessions are numbered from 1 by the time at which they begin, then by path; `speaker` says "
        "`text`, which begins with the name.",
        "SELECT d.corpus, t.conversation, s.session, t.position, t.turn_id, t.speaker, t.said_at, d.path, p.first_line AS line, p.text, "
        "t.paragraph_id, t.document_id FROM evidence.turns t JOIN evidence.documents d USING (document_id) "
        "JOIN evidence.paragraphs p USING (document_id, paragraph_id) JOIN (SELECT document_id, "
        "row_number() OVER (PARTITION BY conversation ORDER BY began NULLS LAST, path) AS session FROM "
        "(SELECT document_id, conversation, any_value(path) AS path, min(said_at) AS began FROM evidence.turns "
        "JOIN evidence.documents USING (document_id) GROUP BY document_id, conversation)) s USING (document_id)",
    ),
    View(
        "signal_values",
        "One row a typed signal with its canonical value.",
        "SELECT d.corpus, d.path, s.line, s.kind, s.text, s.value, s.unit, s.paragraph_id "
        "FROM evidence.signals s JOIN evidence.documents d USING (document_id)",
    ),
    View(
        "source_outcomes",
        "One row a file seen by the last scan, with what became of it.",
        "SELECT path, CASE WHEN q.path IS NULL THEN s.outcome ELSE 'quarantined' END AS outcome, "
        "coalesce(q.reason, s.reason) AS reason, s.size "
        "FROM ops.sources s FULL JOIN ops.quarantined q USING (path)",
    ),
)
