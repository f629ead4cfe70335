import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../components/button';
import { Checkbox } from '../../components/checkbox';
import { TextField } from '../../components/text-field';
import { useShowProblem } from '../../components/use-show-problem';
import { useUnlock, type DocumentIds } from './document.queries';

interface UnlockFormProps {
  path: DocumentIds;
  /** A password was tried, and the document is still locked: the viewer shows what the server says. */
  wasTried: boolean;
  onTried: (wasTried: boolean) => void;
}

export function UnlockForm({ path, wasTried, onTried }: UnlockFormProps) {
  const { t } = useLingui();
  const [password, setPassword] = useState('');
  const [keep, setKeep] = useState(false);
  const unlock = useUnlock(path);
  const showProblem = useShowProblem();
  const submit = (): void => {
    if (password === '') return;
    onTried(true); // before it is read: this form is not shown meanwhile
    unlock.mutateAsync({ password, keep }).then(
      () => setPassword(''),
      (error: unknown) => {
        onTried(false);
        showProblem(error);
      },
    );
  };
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-x-3 gap-y-1 text-text"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="w-56 max-w-full">
        <TextField
          label={t`Document password`}
          isLabelHidden
          placeholder={t`Document password`}
          type="password"
          autoComplete="off"
          maxLength={256}
          value={password}
          error={wasTried && password === '' ? t`Wrong password.` : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
      </div>
      <Button type="submit" kind="primary" disabled={password === ''} isBusy={unlock.isPending}>
        <Trans>Unlock</Trans>
      </Button>
      <div className="flex flex-col">
        <Checkbox checked={keep} onChange={(event) => setKeep(event.target.checked)}>
          <Trans>Keep this password for reading it again</Trans>
        </Checkbox>
        <p className="text-xs text-muted">
          <Trans>It is stored encrypted. Page previews are only made if you keep it.</Trans>
        </p>
      </div>
    </form>
  );
}
