import { Trans } from '@lingui/react/macro';
import type { EventData, EventName } from '../../lib/api';
import type { SentenceContext, Sentences } from './sentence';
import { DocumentName, Named } from './subjects';

type DocumentEvent = Extract<EventName, `document:${string}`>;

const documentOf = ({ documentId, name }: { documentId: string; name?: string }, context: SentenceContext) => (
  <DocumentName
    organizationId={context.organizationId}
    names={context.names}
    documentId={documentId}
    {...(name !== undefined && { name })}
  />
);

export const DOCUMENT_SENTENCES: Sentences<DocumentEvent> = {
  'document:created': (data, context) => {
    const { who } = context;
    const document = documentOf(data, context);
    if (data.fileRequestTitle !== undefined) {
      const request = <Named name={data.fileRequestTitle} />;
      return (
        <Trans>
          {document} came in by the file request {request}
        </Trans>
      );
    }
    return (
      <Trans>
        {who} added {document}
      </Trans>
    );
  },
  'document:updated': updated,
  'document:suggestions:changed': (data, context) => {
    const document = documentOf(data, context);
    return <Trans>The suggestions for {document} changed</Trans>;
  },
  'document:deleted': (data, context) => {
    const { who } = context;
    const document = documentOf(data, context);
    return (
      <Trans>
        {who} moved {document} to trash
      </Trans>
    );
  },
  'document:restored': (data, context) => {
    const { who } = context;
    const document = documentOf(data, context);
    return (
      <Trans>
        {who} restored {document}
      </Trans>
    );
  },
  'document:split': (data, context) => {
    const document = documentOf(data, context);
    return <Trans>{document} was split into several documents</Trans>;
  },
  'document:split:refused': (data, context) => {
    const document = documentOf(data, context);
    return <Trans>{document} could not be split</Trans>;
  },
  'document:purged': (_data, { who }) => <Trans>{who} deleted a document permanently</Trans>,
  'document:content:extracted': (data, context) => {
    const document = documentOf(data, context);
    return <Trans>The text of {document} was read</Trans>;
  },
  'document:rule-matched': (data, context) => {
    const document = documentOf(data, context);
    const rule = <Named name={data.taggingRuleName} />;
    return (
      <Trans>
        The tagging rule {rule} matched {document}
      </Trans>
    );
  },
  'document:share-link:created': (data, context) => {
    const { who } = context;
    const document = documentOf(data, context);
    return (
      <Trans>
        {who} created a share link to {document}
      </Trans>
    );
  },
  'document:share-link:updated': (data, context) => {
    const { who } = context;
    const document = documentOf(data, context);
    return (
      <Trans>
        {who} changed a share link to {document}
      </Trans>
    );
  },
  'document:share-link:deleted': (data, context) => {
    const { who } = context;
    const document = documentOf(data, context);
    return (
      <Trans>
        {who} deleted a share link to {document}
      </Trans>
    );
  },
  'document:tag:added': (data, context) => {
    const { who } = context;
    const document = documentOf(data, context);
    const tag = <Named name={data.tagName} />;
    return (
      <Trans>
        {who} added the tag {tag} to {document}
      </Trans>
    );
  },
  'document:tag:removed': (data, context) => {
    const { who } = context;
    const document = documentOf(data, context);
    const tag = <Named name={data.tagName} />;
    return (
      <Trans>
        {who} removed the tag {tag} from {document}
      </Trans>
    );
  },
  'document:property:changed': (data, context) => {
    const { who } = context;
    const document = documentOf(data, context);
    const property = <Named name={data.propertyName} />;
    return data.value === null ? (
      <Trans>
        {who} removed {property} from {document}
      </Trans>
    ) : (
      <Trans>
        {who} set {property} of {document}
      </Trans>
    );
  },
};

/** The one field that was changed is named; several are "details". */
function updated(data: EventData['document:updated'], context: SentenceContext) {
  const { who } = context;
  const document = documentOf({ documentId: data.documentId }, context);
  switch (data.updatedFields.length === 1 ? data.updatedFields[0] : undefined) {
    case 'name': {
      const name = <Named name={data.name ?? ''} />;
      return (
        <Trans>
          {who} renamed {document} to {name}
        </Trans>
      );
    }
    case 'content':
      return (
        <Trans>
          {who} updated the text of {document}
        </Trans>
      );
    case 'notes':
      return (
        <Trans>
          {who} changed the notes of {document}
        </Trans>
      );
    case 'isInInbox':
      return data.isInInbox === true ? (
        <Trans>
          {who} put {document} back in the inbox
        </Trans>
      ) : (
        <Trans>
          {who} confirmed {document}
        </Trans>
      );
    case 'documentDate':
      return (
        <Trans>
          {who} changed the date of {document}
        </Trans>
      );
    case 'archiveNumber':
      return (
        <Trans>
          {who} changed the archive number of {document}
        </Trans>
      );
    default:
      return (
        <Trans>
          {who} changed details of {document}
        </Trans>
      );
  }
}
