import { useState, type ReactNode } from 'react';
import { Button } from './button';
import { Card } from './card';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog';
import { useShowProblem } from './use-show-problem';

export interface DeleteCardProps extends Pick<ConfirmDialogProps, 'action' | 'isBusy' | 'typed'> {
  title: string;
  /** What to consider before. */
  hint: ReactNode;
  question: string;
  /** What will be lost. */
  children: ReactNode;
  /** Rejects with what the server refused. Not by the callbacks of `mutate`: they are dropped with the page. */
  onDelete: () => Promise<void>;
}

/** The card of a page that deletes what the page is about, after a question. */
export function DeleteCard({ title, hint, question, children, onDelete, ...rest }: DeleteCardProps) {
  const showProblem = useShowProblem();
  const [isAsking, setIsAsking] = useState(false);
  const confirm = (): void =>
    void onDelete().catch((error: unknown) => {
      setIsAsking(false);
      showProblem(error);
    });
  return (
    <Card title={title}>
      <p className="text-muted">{hint}</p>
      <Button kind="danger" className="self-start" onClick={() => setIsAsking(true)}>
        {rest.action}
      </Button>
      <ConfirmDialog
        {...rest}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={question}
        onConfirm={confirm}
      >
        {children}
      </ConfirmDialog>
    </Card>
  );
}
