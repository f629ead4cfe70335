import { useLingui } from '@lingui/react/macro';
import { Dialog } from '../../components/dialog';
import { Sidebar } from './sidebar';

export function MobileMenu({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog isOpen onClose={onClose} title={t`Menu`}>
      <Sidebar organizationId={organizationId} />
    </Dialog>
  );
}
