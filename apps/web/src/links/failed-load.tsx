import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode } from 'react';
import { Button } from '../components/button';

/** Offers to load the page again when a part of it could not be loaded, as after an update of the server. */
export class FailedLoad extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert" className="flex flex-col items-start gap-3">
        <h1 className="text-xl font-semibold">
          <Trans>This page could not be shown</Trans>
        </h1>
        <Button kind="primary" onClick={() => location.reload()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    );
  }
}
