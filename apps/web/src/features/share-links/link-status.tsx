import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Badge, type BadgeKind } from '../../components/badge';
import { statusOf, type LinkFacts, type LinkStatus } from './share-links';

const STATUSES: Readonly<Record<LinkStatus, { text: MessageDescriptor; kind: BadgeKind }>> = {
  active: { text: msg`Active`, kind: 'ok' },
  disabled: { text: msg`Off`, kind: 'neutral' },
  expired: { text: msg({ message: 'Expired', context: 'link' }), kind: 'warn' },
  'in-trash': { text: msg`In the trash`, kind: 'warn' },
  'used-up': { text: msg`Used up`, kind: 'warn' },
};

/** Whether visitors can open the link now, or why not. */
export function LinkStatusBadge({ link }: { link: LinkFacts }) {
  const { i18n } = useLingui();
  const { text, kind } = STATUSES[statusOf(link)];
  return <Badge kind={kind}>{i18n._(text)}</Badge>;
}
