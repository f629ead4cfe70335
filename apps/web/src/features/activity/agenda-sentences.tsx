import { Trans } from '@lingui/react/macro';
import type { EventName } from '../../lib/api';
import type { Sentences } from './sentence';
import { DocumentName, Named } from './subjects';

type AgendaEvent = Extract<EventName, `agenda:${string}` | `reminder:${string}`>;

export const AGENDA_SENTENCES: Sentences<AgendaEvent> = {
  'agenda:due': ({ documentId, name, reminderName }, context) => {
    const document = <DocumentName {...context} documentId={documentId} name={name} />;
    const reminder = <Named name={reminderName} />;
    return (
      <Trans>
        {document} is due: {reminder}
      </Trans>
    );
  },
  'reminder:created': ({ name: given }, { who }) => {
    const name = <Named name={given} />;
    return (
      <Trans>
        {who} created the reminder {name}
      </Trans>
    );
  },
  'reminder:updated': ({ name: given }, { who }) => {
    const name = <Named name={given} />;
    return (
      <Trans>
        {who} changed the reminder {name}
      </Trans>
    );
  },
  'reminder:deleted': ({ name: given }, { who }) => {
    const name = <Named name={given} />;
    return (
      <Trans>
        {who} deleted the reminder {name}
      </Trans>
    );
  },
};
