import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { DateReason } from '../../components/date-reason';
import { Time } from '../../components/time';
import type { ProposedValuesView } from './fill-documents.queries';

type ProposedDocument = ProposedValuesView['documents'][number];
type ProposedValue = ProposedDocument['values'][number];

/** Documents with the values they have and those they would get, and why. */
export function ProposedValues({
  organizationId,
  documents,
}: {
  organizationId: string;
  documents: readonly ProposedDocument[];
}) {
  const { t } = useLingui();
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-start text-sm">
        <caption className="sr-only">{t`What would change`}</caption>
        <thead>
          <tr className="text-xs text-muted">
            <th scope="col" className="p-1 text-start font-normal">
              <Trans>Document</Trans>
            </th>
            <th scope="col" className="p-1 text-start font-normal">
              <Trans>Now</Trans>
            </th>
            <th scope="col" className="p-1 text-start font-normal">
              <Trans>Then</Trans>
            </th>
            <th scope="col" className="p-1 text-start font-normal">
              <Trans>Reason</Trans>
            </th>
          </tr>
        </thead>
        {documents.map(({ documentId, name, values }) => (
          <tbody key={documentId}>
            {values.map((value, index) => (
              <tr key={index} className="border-t border-line align-top">
                {index === 0 ? (
                  <th scope="rowgroup" rowSpan={values.length} className="max-w-64 p-1 text-start font-normal">
                    <Link
                      to="/organizations/$organizationId/documents/$documentId"
                      params={{ organizationId, documentId }}
                      target="_blank"
                      dir="auto"
                      className="block min-h-[24px] truncate leading-[24px] text-accent underline-offset-2 hover:underline"
                    >
                      {name}
                    </Link>
                  </th>
                ) : null}
                <td className="whitespace-nowrap p-1">
                  {value.before === null ? '–' : <Shown type={value.type} value={value.before} />}
                </td>
                <td className="break-words p-1">
                  {value.propertyName === null ? null : <bdi className="text-muted">{value.propertyName}: </bdi>}
                  <Shown type={value.type} value={value.value} />
                  {value.isSuggestion ? (
                    <span className="block text-xs text-muted">
                      <Trans>As a suggestion</Trans>
                    </span>
                  ) : null}
                </td>
                <td className="p-1">
                  <Reason {...value} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function Shown({ type, value }: Pick<ProposedValue, 'type' | 'value'>) {
  return type === 'date' ? <Time value={value} /> : <bdi>{value}</bdi>;
}

function Reason({ foundIn, line, confidence, excerpt, words }: ProposedValue) {
  const reason = words.join(', ');
  if (foundIn === 'learned')
    return (
      <Trans>
        By: <bdi>{reason}</bdi>
      </Trans>
    );
  return (
    <>
      <span className="block">
        <DateReason foundIn={foundIn} line={line} confidence={confidence} />
      </span>
      <span className="block break-words text-xs text-muted" dir="auto">
        {excerpt}
      </span>
    </>
  );
}
