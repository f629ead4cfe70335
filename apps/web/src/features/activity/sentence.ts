import type { ReactNode } from 'react';
import type { EventData, EventName } from '../../lib/api';
import type { Names } from './activity';

export interface SentenceContext {
  /** Who did it. */
  who: ReactNode;
  names: Names;
  organizationId: string;
}

export type Sentences<Name extends EventName> = {
  [Each in Name]: (data: EventData[Each], context: SentenceContext) => ReactNode;
};
