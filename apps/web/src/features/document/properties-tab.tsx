import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { Suspense } from 'react';
import { DateField } from '../../components/date-field';
import { DateReason } from '../../components/date-reason';
import { IconButton } from '../../components/icon-button';
import { Time } from '../../components/time';
import { typeLabel } from '../../lib/file-kinds';
import { formatDate, formatSize } from '../../lib/format';
import { lazyComponent } from '../../lib/lazy-component';
import { allProperties } from '../../lib/all-properties.queries';
import { listRole, nameOfRole, ofRole, ROLES } from '../property-lists';
import { allTags, TagPicker } from '../tags';
import { ArchiveNumber } from './archive-number';
import { Attachments } from './attachments';
import { dayOf } from './document';
import { DocumentCodes } from './document-codes';
import { DocumentSuggestions } from './document-suggestions';
import type { ArchiveDocument, DocumentIds } from './document.queries';
import { InvoiceFindings } from './invoice-findings';
import { ListField } from './list-field';
import { NotesField } from './notes-field';
import { OwnProperties } from './own-properties';
import { PropertyRow } from './property-row';
import { SimilarDocuments } from './similar-documents';
import type { DocumentChanges } from './use-document-changes';

const DocumentVersions = lazyComponent(async () => (await import('./document-versions')).DocumentVersions);

export const TAGS_FIELD = 'document-tags';
export const DATE_FIELD = 'document-date';

/** Everything that people know about the document: tags, date, own properties, notes. */
export function PropertiesTab({
  path,
  document,
  canEdit,
  changes,
}: {
  path: DocumentIds;
  document: ArchiveDocument;
  canEdit: boolean;
  changes: DocumentChanges;
}) {
  const { t, i18n } = useLingui();
  const { data: tags = [] } = useQuery(allTags(path.organizationId));
  const { data: definitions } = useQuery(allProperties(path.organizationId));
  const present = document.tags ?? [];
  const values = document.customProperties ?? [];
  const definitionOf = (key: string) => definitions?.find((each) => each.key === key);
  const others = values.filter(({ key }) => {
    const definition = definitionOf(key);
    return definition?.hidden !== true && listRole(definition?.role) === undefined;
  });
  const clearDate = () => void changes.update({ documentDate: null }, t`Date cleared`);
  const changeDate = (documentDate: string) => void changes.update({ documentDate }, t`Date changed`);
  return (
    <div className="flex flex-col gap-4">
      {canEdit ? <DocumentSuggestions path={path} /> : null}
      <div id={TAGS_FIELD}>
        <TagPicker
          organizationId={path.organizationId}
          label={t`Tags`}
          canCreate
          disabled={!canEdit}
          value={present.map(({ id }) => id)}
          onChange={(ids, made) => void changes.setTags(ids, [...tags, ...present, ...(made ? [made] : [])])}
        />
      </div>
      <div className="flex flex-col gap-0.5">
        <PropertyRow
          id={DATE_FIELD}
          label={t`Date`}
          shown={document.documentDate === null ? '' : formatDate(dayOf(document.documentDate))}
          canEdit={canEdit}
        >
          <div className="flex gap-1">
            <div className="min-w-0 flex-1">
              <DateField
                label={t`Date`}
                value={dayOf(document.documentDate)}
                onDate={(date) => (date === '' ? clearDate() : changeDate(date))}
              />
            </div>
            {document.documentDate === null ? null : <IconButton icon={X} label={t`Clear date`} onClick={clearDate} />}
          </div>
        </PropertyRow>
        <DateFinding finding={document.documentDateFinding} />
        {(definitions ? ROLES : []).map((role) => {
          const definition = ofRole(definitions, role);
          if (definition?.hidden === true) return null;
          const value = values.find(({ key }) => key === definition?.key)?.value;
          const option = value !== null && typeof value === 'object' && 'optionId' in value ? value : undefined;
          const label = definition?.name ?? nameOfRole(i18n, role);
          return (
            <PropertyRow key={role} label={label} shown={option?.name ?? ''} canEdit={canEdit}>
              <ListField
                organizationId={path.organizationId}
                role={role}
                label={label}
                options={definition?.options ?? []}
                value={option && { id: option.optionId, name: option.name }}
                canEdit={canEdit}
                onChange={(chosen, made) => {
                  const property = definition ?? made;
                  const shown = chosen ? { optionId: chosen.id, name: chosen.name } : null;
                  if (property) void changes.setValue(property, chosen?.id ?? null, shown);
                }}
              />
            </PropertyRow>
          );
        })}
        <ArchiveNumber key={document.id} path={path} number={document.archiveNumber ?? null} canEdit={canEdit} />
      </div>
      <NotesField
        key={document.id}
        documentId={document.id}
        notes={document.notes ?? ''}
        canEdit={canEdit}
        onSave={(notes) => changes.update({ notes }, t`Notes changed`, { isQuiet: true })}
      />
      {others.length === 0 ? null : (
        <OwnProperties path={path} properties={others} canEdit={canEdit} changes={changes} />
      )}
      {definitions?.some(({ role }) => role !== null && listRole(role) === undefined) ? (
        <InvoiceFindings path={path} definitions={definitions} />
      ) : null}
      {canEdit && others.length === 0 ? (
        <p className="text-xs text-muted">
          <Link
            to="/organizations/$organizationId/custom-properties"
            params={{ organizationId: path.organizationId }}
            className="underline"
          >
            <Trans>Add your own properties</Trans>
          </Link>
        </p>
      ) : null}
      <DocumentCodes path={path} />
      <Attachments
        path={path}
        canUnlock={canEdit && document.extraction.status === 'completed' && document.extraction.outcome !== 'encrypted'}
      />
      <FileFacts document={document} />
      <Suspense>
        <DocumentVersions path={path} document={document} canEdit={canEdit} />
      </Suspense>
      {document.isDeleted ? null : <SimilarDocuments path={path} updatedAt={document.updatedAt} />}
    </div>
  );
}

/** Where the date was found, until someone sets or clears it. */
function DateFinding({ finding }: { finding: ArchiveDocument['documentDateFinding'] }) {
  if (!finding) return null;
  return (
    <p className="px-1 pb-1 text-xs text-muted" title={finding.excerpt}>
      <DateReason {...finding} />
    </p>
  );
}

function FileFacts({ document }: { document: ArchiveDocument }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 border-t border-line pt-3 text-xs">
      <dt className="text-muted">
        <Trans>File</Trans>
      </dt>
      <dd className="break-words" dir="auto">
        {document.originalName}
      </dd>
      <dt className="text-muted">
        <Trans>Type</Trans>
      </dt>
      <dd className="break-words" title={document.mimeType}>
        {typeLabel({ mimeType: document.mimeType, name: document.originalName })}
      </dd>
      <dt className="text-muted">
        <Trans>Size</Trans>
      </dt>
      <dd>{formatSize(document.originalSize)}</dd>
      <dt className="text-muted">
        <Trans>Added</Trans>
      </dt>
      <dd>
        <Time value={document.createdAt} form="time" />
      </dd>
      <dt className="text-muted">
        <Trans>Changed</Trans>
      </dt>
      <dd>
        <Time value={document.updatedAt} form="time" />
      </dd>
    </dl>
  );
}
