import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { Button } from '../../components/button';
import { codesOf, type DocumentCode } from './codes.queries';
import type { DocumentIds } from './document.queries';

const FIRST_SHOWN = 10;
const FORMATS: Record<DocumentCode['format'], string> = {
  Code128: 'Code 128',
  DataMatrix: 'Data Matrix',
  PatchCode: 'Patch T',
  QRCode: 'QR',
};

/** The barcodes and QR codes on the pages, and what came of them. Nothing when there are none. */
export function DocumentCodes({ path }: { path: DocumentIds }) {
  const heading = useId();
  const [isWhole, setWhole] = useState(false);
  const { data } = useQuery(codesOf(path));
  const codes = data?.codes ?? [];
  if (codes.length === 0) return null;
  const shown = isWhole ? codes : codes.slice(0, FIRST_SHOWN);
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2 border-t border-line pt-3 text-xs">
      <h2 id={heading} className="text-muted">
        <Trans>Codes on pages</Trans>
      </h2>
      <ul className="flex flex-col gap-2">
        {shown.map((code) => (
          <Item key={`${code.page} ${code.format} ${code.text}`} path={path} code={code} />
        ))}
      </ul>
      {shown.length < codes.length ? (
        <Button size="small" onClick={() => setWhole(true)}>
          <Trans>Show more</Trans>
        </Button>
      ) : null}
    </section>
  );
}

function Item({ path, code }: { path: DocumentIds; code: DocumentCode }) {
  const { t } = useLingui();
  const { page, format, text, isCut, tag, isSeparator } = code;
  const facts = [
    FORMATS[format],
    t`page ${page}`,
    tag && (tag.result === 'added' ? t`tag added` : t`no such tag`),
    isSeparator && t`separator sheet`,
  ];
  return (
    <li className="flex flex-col">
      <bdi className="wrap-anywhere">{isCut ? `${text}…` : text}</bdi>
      <span className="text-muted">{facts.filter(Boolean).join(' · ')}</span>
      <NumberOnLabel path={path} code={code} />
    </li>
  );
}

function NumberOnLabel({ path, code: { archiveNumber } }: { path: DocumentIds; code: DocumentCode }) {
  const { t } = useLingui();
  if (archiveNumber === null) return null;
  const { result, holder } = archiveNumber;
  const isElsewhere = holder !== null && holder.documentId !== path.documentId;
  const reasons: Record<typeof result, string> = {
    set: t`Set as the archive number.`,
    kept: t`The document has this archive number.`,
    other: t`The document has another archive number.`,
    taken: isElsewhere ? '' : t`Another document had this archive number.`,
    removed: t`Someone removed this archive number.`,
    further: t`Another label comes first.`,
    invalid: t`An archive number is a number from 1 to 999999999.`,
  };
  return (
    <span className="text-muted">
      {reasons[result]}
      {isElsewhere ? (
        <>
          {' '}
          <Trans>
            This number belongs to{' '}
            <Link
              to="/organizations/$organizationId/documents/$documentId"
              params={{ organizationId: path.organizationId, documentId: holder.documentId }}
              className="underline"
            >
              <bdi>{holder.name}</bdi>
            </Link>
            .
          </Trans>
        </>
      ) : null}
    </span>
  );
}
