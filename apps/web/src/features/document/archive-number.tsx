import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button';
import { TextField } from '../../components/text-field';
import { problemOf } from '../../lib/errors';
import { notify } from '../../lib/notifications';
import { nextArchiveNumber, useArchiveNumber } from './codes.queries';
import type { DocumentIds } from './document.queries';
import { PropertyRow } from './property-row';

interface Filed {
  path: DocumentIds;
  /** Null without one. */
  number: number | null;
  canEdit: boolean;
}

/** The number under which the paper of the document is filed; the next free one is offered where there is none. */
export function ArchiveNumber({ path, number, canEdit }: Filed) {
  const { t } = useLingui();
  const change = useArchiveNumber(path);
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const { data: next } = useQuery({ ...nextArchiveNumber(path.organizationId), enabled: canEdit && number === null });
  const save = (wanted: number | null): void => {
    change.mutate(wanted, {
      onError: (error) =>
        setProblem(problemOf(error, t`The server is not responding. Check your connection and try again.`).message),
      onSuccess: () => {
        setTyped(undefined);
        notify(wanted === null ? t`Archive number removed` : t`Archive number changed`);
      },
    });
  };
  const saveTyped = (): void => {
    setProblem(undefined);
    if (typed === undefined) return;
    const wanted = typed.trim() === '' ? null : Number(typed);
    if (wanted === number) return setTyped(undefined);
    if (wanted !== null && !isArchiveNumber(wanted)) return setProblem(t`Enter a number from 1 to 999999999.`);
    save(wanted);
  };
  const isFree = canEdit && number === null && typed === undefined && typeof next === 'number';
  return (
    <PropertyRow
      label={t`Archive number`}
      shown={typed ?? number?.toString() ?? ''}
      canEdit={canEdit}
      isHeld={problem !== undefined}
      action={
        isFree ? (
          <Button size="small" isBusy={change.isPending} onClick={() => save(next)}>
            <Trans>Use {next}</Trans>
          </Button>
        ) : null
      }
    >
      <TextField
        label={t`Archive number`}
        inputMode="numeric"
        maxLength={9}
        error={problem}
        value={typed ?? number ?? ''}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={saveTyped}
        onKeyDown={({ key }) => {
          if (key === 'Enter') saveTyped();
          if (key === 'Escape') {
            setTyped(undefined);
            setProblem(undefined);
          }
        }}
      />
    </PropertyRow>
  );
}

function isArchiveNumber(number: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= 999_999_999;
}
