import { useLingui } from '@lingui/react/macro';
import { useDocumentTitle } from '../../components/page';

/** Where visitors hand in files that were asked for. */
export function DropPage({ token }: { token: string }) {
  const { t } = useLingui();
  useDocumentTitle(t`Send files`);
  return (
    <h1 className="text-xl font-semibold" data-token={token}>
      {t`Send files`}
    </h1>
  );
}
