import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useParams } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button, buttonClasses } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { Page } from '../../components/page';
import { SelectField } from '../../components/select-field';
import { TextArea } from '../../components/text-area';
import { problemOf } from '../../lib/errors';
import { useRole } from '../session';
import { readAddresses } from './invitation-addresses';
import { InvitationResults, type InvitationResult } from './invitation-results';
import { useInvite } from './members.queries';
import { GIVEN_ROLES, ROLE_DESCRIPTIONS, ROLE_NAMES, type GivenRole } from './role-texts';

interface Values {
  addresses: string;
  role: GivenRole;
}

export function InvitePage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { role, canAdminister } = useRole(organizationId);
  const toMembers = (
    <Link to="/organizations/$organizationId/members" params={{ organizationId }} className={buttonClasses()}>
      <Trans>Go to members</Trans>
    </Link>
  );
  return (
    <Page title={t`Invite members`} actions={toMembers}>
      {canAdminister ? <InviteForm organizationId={organizationId} /> : null}
      {role !== undefined && !canAdminister ? (
        <EmptyState icon={ShieldAlert} title={t`Only the owner and admins can invite people`}>
          <Trans>The list of members shows who they are.</Trans>
        </EmptyState>
      ) : null}
    </Page>
  );
}

function InviteForm({ organizationId }: { organizationId: string }) {
  const { t, i18n } = useLingui();
  const invite = useInvite(organizationId);
  const [results, setResults] = useState<readonly InvitationResult[]>([]);
  const form = useForm<Values>({ defaultValues: { addresses: '', role: 'member' } });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async ({ addresses: text, role }) => {
    const { addresses, mistakes } = readAddresses(text);
    if (addresses.length === 0 || mistakes.length > 0) {
      const named = mistakes.join(', ');
      const message = mistakes.length > 0 ? t`Not an e-mail address: ${named}` : t`Enter an e-mail address.`;
      form.setError('addresses', { message }, { shouldFocus: true });
      return;
    }
    const done: InvitationResult[] = [];
    // One after the other, so that a limit ends at a known place.
    for (const email of addresses) {
      try {
        done.push({ email, sent: await invite.mutateAsync({ email, role }) });
      } catch (error) {
        done.push({ email, problem: problemOf(error, t`The server is not responding.`) });
      }
      setResults([...done]);
    }
    const left = done.filter(({ problem }) => problem).map(({ email }) => email);
    form.reset({ addresses: left.join('\n'), role });
  });

  return (
    <form noValidate className="flex max-w-xl flex-col gap-4" onSubmit={(event) => void send(event)}>
      <TextArea
        label={t`E-mail addresses`}
        hint={t`One or more, separated by commas, spaces or line breaks.`}
        rows={4}
        autoComplete="off"
        inputMode="email"
        error={errors.addresses?.message}
        {...form.register('addresses')}
      />
      <SelectField
        label={t`Role`}
        hint={i18n._(ROLE_DESCRIPTIONS[form.watch('role')])}
        options={GIVEN_ROLES.map((role) => ({ value: role, label: i18n._(ROLE_NAMES[role]) }))}
        {...form.register('role')}
      />
      <Button type="submit" kind="primary" isBusy={isSubmitting} className="self-start">
        <Trans>Send invitations</Trans>
      </Button>
      <InvitationResults results={results} />
    </form>
  );
}
