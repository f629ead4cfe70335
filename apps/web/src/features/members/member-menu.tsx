import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { Crown, EllipsisVertical, LogOut, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { IconButton } from '../../components/icon-button';
import { Menu, MenuItem } from '../../components/menu';
import { useShowProblem } from '../../components/use-show-problem';
import type { MemberWithUserView } from '../../lib/api';
import { notify } from '../../lib/notifications';
import { useRole } from '../session';
import { useLeave } from './use-leave';
import { useRemoveMember, useTransferOwnership } from './members.queries';

type Question = 'leave' | 'remove' | 'transfer';

/** What can be done with a member: as far as the signed-in user may. */
export function MemberMenu({
  organizationId,
  member,
  isMe,
}: {
  organizationId: string;
  member: MemberWithUserView;
  isMe: boolean;
}) {
  const { t } = useLingui();
  const { canAdminister, isOwner } = useRole(organizationId);
  const [question, setQuestion] = useState<Question>();
  const { name } = member.user;
  const isTheOwner = member.role === 'owner';
  const canLeave = isMe && !isTheOwner;
  const canRemove = canAdminister && !isMe && !isTheOwner;
  const canTransfer = isOwner && !isMe;
  if (!canLeave && !canRemove && !canTransfer) return <span aria-hidden className="size-(--control-height)" />;
  return (
    <>
      <Menu trigger={<IconButton icon={EllipsisVertical} label={t`More for ${name}`} />}>
        {canTransfer ? (
          <MenuItem icon={Crown} onSelect={() => setQuestion('transfer')}>
            <Trans>Make owner</Trans>
          </MenuItem>
        ) : null}
        {canRemove ? (
          <MenuItem icon={UserMinus} isDangerous onSelect={() => setQuestion('remove')}>
            <Trans>Remove from the organization</Trans>
          </MenuItem>
        ) : null}
        {canLeave ? (
          <MenuItem icon={LogOut} isDangerous onSelect={() => setQuestion('leave')}>
            <Trans>Leave organization</Trans>
          </MenuItem>
        ) : null}
      </Menu>
      <MemberQuestion
        organizationId={organizationId}
        member={member}
        question={question}
        onClose={() => setQuestion(undefined)}
      />
    </>
  );
}

/** None of these can be taken back by the one who does them. */
function MemberQuestion({
  organizationId,
  member,
  question,
  onClose,
}: {
  organizationId: string;
  member: MemberWithUserView;
  question: Question | undefined;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const showProblem = useShowProblem();
  const remove = useRemoveMember(organizationId);
  const transfer = useTransferOwnership(organizationId);
  const leave = useLeave(organizationId);
  const { name } = member.user;
  const after = (text: string) => ({
    onSuccess: () => void notify(text),
    onError: showProblem,
    onSettled: onClose,
  });
  const questions = {
    leave: {
      title: t`Leave this organization?`,
      text: t`You and your API keys lose access at once. An admin can invite you again.`,
      action: t`Leave`,
      run: () => leave.run(member.id, { onSettled: onClose, onLeft: () => void navigate({ to: '/organizations' }) }),
    },
    remove: {
      title: t`Remove ${name}?`,
      text: t`This person and their API keys lose access at once. What they added stays. To come back they need a new invitation.`,
      action: t`Remove`,
      run: () => remove.mutate(member.id, after(t`${name} removed.`)),
    },
    transfer: {
      title: t`Make ${name} the owner?`,
      text: t`You become an admin. Only the new owner can delete the organization or give the ownership back.`,
      action: t`Make owner`,
      run: () => transfer.mutate(member.id, after(t`${name} is now the owner.`)),
    },
  };
  const asked = questions[question ?? 'remove'];
  return (
    <ConfirmDialog
      isOpen={question !== undefined}
      onClose={onClose}
      title={asked.title}
      action={asked.action}
      isBusy={remove.isPending || transfer.isPending || leave.isPending}
      onConfirm={asked.run}
    >
      {asked.text}
    </ConfirmDialog>
  );
}
