import { Trans, useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ROLE_NAMES, type GivenRole } from './role-texts';

/** Who takes a role away from themselves cannot give it back. */
export function ConfirmOwnRole({
  role,
  onClose,
  onConfirm,
}: {
  role: GivenRole | undefined;
  onClose: () => void;
  onConfirm: (role: GivenRole) => void;
}) {
  const { t, i18n } = useLingui();
  const name = role === undefined ? '' : i18n._(ROLE_NAMES[role]);
  return (
    <ConfirmDialog
      isOpen={role !== undefined}
      onClose={onClose}
      title={t`Change your own role?`}
      action={t`Change my role`}
      onConfirm={() => {
        if (role !== undefined) onConfirm(role);
        onClose();
      }}
    >
      <Trans>Your role becomes “{name}”. Only the owner or an admin can give you more rights again.</Trans>
    </ConfirmDialog>
  );
}
