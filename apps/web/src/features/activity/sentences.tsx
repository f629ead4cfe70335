import { Trans } from '@lingui/react/macro';
import type { EventName, EventView } from '../../lib/api';
import { AGENDA_SENTENCES } from './agenda-sentences';
import { RETENTION_SENTENCES } from './retention-sentences';
import { DOCUMENT_SENTENCES } from './document-sentences';
import { FILE_REQUEST_SENTENCES } from './file-request-sentences';
import { INTAKE_SENTENCES } from './intake-sentences';
import { ORGANIZATION_SENTENCES } from './organization-sentences';
import type { SentenceContext, Sentences } from './sentence';
import { TAXONOMY_SENTENCES } from './taxonomy-sentences';

/** Every event of the API needs a sentence to compile. */
const SENTENCES: Sentences<EventName> = {
  ...DOCUMENT_SENTENCES,
  ...AGENDA_SENTENCES,
  ...RETENTION_SENTENCES,
  ...INTAKE_SENTENCES,
  ...TAXONOMY_SENTENCES,
  ...FILE_REQUEST_SENTENCES,
  ...INTAKE_SENTENCES,
  ...ORGANIZATION_SENTENCES,
};

export const EVENT_NAMES = Object.keys(SENTENCES) as EventName[];

/** What an event says, for people. Later servers may send events without a sentence. */
export function sentenceOf({ type, data }: EventView, context: SentenceContext) {
  const { who } = context;
  if (!Object.hasOwn(SENTENCES, type)) {
    return (
      <Trans>
        {who}: <code>{type}</code>
      </Trans>
    );
  }
  return SENTENCES[type as EventName](data as never, context);
}
