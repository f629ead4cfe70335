import { useLingui } from '@lingui/react/macro';
import { useDocumentTitle } from '../../components/page';

/** A document that was shared by a link. */
export function SharePage({ token }: { token: string }) {
  const { t } = useLingui();
  useDocumentTitle(t`Shared document`);
  return (
    <h1 className="text-xl font-semibold" data-token={token}>
      {t`Shared document`}
    </h1>
  );
}
