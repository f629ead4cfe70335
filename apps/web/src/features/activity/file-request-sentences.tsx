import { Trans } from '@lingui/react/macro';
import type { EventName } from '../../lib/api';
import type { Sentences } from './sentence';
import { DocumentName, Named } from './subjects';

type FileRequestEvent = Extract<EventName, `file-request:${string}`>;

export const FILE_REQUEST_SENTENCES: Sentences<FileRequestEvent> = {
  'file-request:created': ({ title }, { who }) => {
    const request = <Named name={title} />;
    return (
      <Trans>
        {who} created the file request {request}
      </Trans>
    );
  },
  'file-request:updated': ({ title }, { who }) => {
    const request = <Named name={title} />;
    return (
      <Trans>
        {who} changed the file request {request}
      </Trans>
    );
  },
  'file-request:deleted': ({ title }, { who }) => {
    const request = <Named name={title} />;
    return (
      <Trans>
        {who} deleted the file request {request}
      </Trans>
    );
  },
  'file-request:file:received': ({ title, documentId, name }, { names, organizationId }) => {
    const request = <Named name={title} />;
    const document = <DocumentName {...{ organizationId, names, documentId, name }} />;
    return (
      <Trans>
        {document} came in by the file request {request}
      </Trans>
    );
  },
};
