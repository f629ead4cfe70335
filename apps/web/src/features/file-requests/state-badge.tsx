import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { Badge, type BadgeKind } from '../../components/badge';
import { stateOf, type FileRequestState } from './file-requests';
import type { FileRequest } from './file-requests.queries';

const STATES: Record<FileRequestState, { kind: BadgeKind; text: MessageDescriptor }> = {
  open: { kind: 'ok', text: msg`Accepts files` },
  off: { kind: 'neutral', text: msg`Off` },
  expired: { kind: 'warn', text: msg`Expired` },
  full: { kind: 'info', text: msg`Full` },
};

/** Whether files can be handed in. */
export function StateBadge({ request }: { request: FileRequest }) {
  const { i18n } = useLingui();
  const { kind, text } = STATES[stateOf(request)];
  return <Badge kind={kind}>{i18n._(text)}</Badge>;
}
