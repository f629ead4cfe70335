import { Trans, useLingui } from '@lingui/react/macro';

export function SyntaxExamples({ onExample }: { onExample: (query: string) => void }) {
  const { t } = useLingui();
  const examples = [
    ['invoice house', t`both words, anywhere`],
    ['"house invoice"', t`the exact phrase`],
    ['invoice OR bill', t`one of the words`],
    ['*bill', t`words that end like this`],
    ['-draft', t`without this word`],
    ['(invoice OR bill) -draft', t`groups`],
    ['tag:invoice', t`with this tag`],
    ['correspondent:acme', t`who it is from or for; also document-type:`],
    ['date:2026-07', t`dated July 2026`],
    ['created:>=2026', t`added in 2026 or later`],
    ['created:<7d', t`added in the last seven days`],
    ['date:last month', t`dated last month; also today, this week, 2026-Q3`],
    ['size:>5MB', t`larger files`],
    ['pages:>10', t`files with more pages than this`],
    ['language:german', t`texts in this language`],
    ['from:email', t`how it came in; also upload, folder, file-request`],
    ['owner:me', t`who added it: a name or e-mail address`],
    ['similar:doc_…', t`similar to this document`],
    ['asn:42', t`the archive number on the paper`],
    ['type:pdf', t`PDF files; also image, text, word, sheet`],
    ['has:notes', t`with notes; also has:tags; -has:date: without a date`],
    ['name:letter', t`in the name; also content: and notes:`],
  ] as const;
  return (
    <>
      <h2 className="mb-2 font-semibold">
        <Trans>How to search</Trans>
      </h2>
      <ul className="flex list-none flex-col">
        {examples.map(([query, meaning]) => (
          <li key={query}>
            <button
              type="button"
              className="flex min-h-8 w-full flex-wrap items-center gap-x-3 rounded-control px-2 text-start hover:bg-hover"
              onClick={() => onExample(query)}
            >
              <code className="min-w-44 text-accent">{query}</code>
              <span className="text-muted">{meaning}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-2 max-w-md px-2 text-xs text-muted">
        <Trans>
          The name of a custom property is a filter too: amount:&gt;100. Alt-click a tag, type or date to exclude it.
        </Trans>
      </p>
    </>
  );
}
