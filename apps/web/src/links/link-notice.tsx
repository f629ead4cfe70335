import { Trans, useLingui } from '@lingui/react/macro';
import { FileQuestion, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../components/page';

/** Says in the middle of the page why there is nothing more to see. */
export function LinkNotice({
  icon: Icon,
  title,
  action,
  children,
}: {
  icon: LucideIcon;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  useDocumentTitle(title);
  return (
    <div role="status" className="m-auto flex max-w-md flex-col items-center gap-3 py-12 text-center">
      <Icon aria-hidden size={28} className="text-muted" />
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="text-sm text-muted">{children}</p>
      {action}
    </div>
  );
}

/** For an address that leads nowhere. It looks the same whether there was such a link or not. */
export function LinkNotFound() {
  const { t } = useLingui();
  return (
    <LinkNotice icon={FileQuestion} title={t`This link does not exist`}>
      <Trans>The address may be incomplete, or the link was deleted. Ask the person who sent it for a new one.</Trans>
    </LinkNotice>
  );
}
