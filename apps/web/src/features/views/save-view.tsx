import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button';
import { notify } from '../../lib/notifications';
import { useRole } from '../session';
import { ViewDialog } from './lazy-view-dialog';
import { bodyOfState, type ListedState } from './view-state';
import { useCreateView } from './views.queries';

/** Keeps the present search, order and columns as a view. */
export function SaveView({ organizationId, state }: { organizationId: string; state: ListedState }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { canEdit } = useRole(organizationId);
  const create = useCreateView(organizationId);
  const [isOpen, setIsOpen] = useState(false);
  if (!canEdit) return null;
  return (
    <>
      <Button size="small" className="max-sm:hidden" onClick={() => setIsOpen(true)}>
        <BookmarkPlus aria-hidden size={14} />
        <Trans>Save as view</Trans>
      </Button>
      {isOpen ? (
        <ViewDialog
          title={t`Save as view`}
          initial={{ name: '', description: '', isShared: true, isPinned: false }}
          canMakePrivate
          onClose={() => setIsOpen(false)}
          onSave={async (form) => {
            const { id, name } = await create.mutateAsync({ ...bodyOfState(state), ...form });
            notify(t`“${name}” is in the sidebar now`);
            await navigate({
              to: '/organizations/$organizationId/views/$documentViewId',
              params: { organizationId, documentViewId: id },
            });
          }}
        />
      ) : null}
    </>
  );
}
