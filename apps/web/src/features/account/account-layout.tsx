import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Around the pages of the account; without an organization. */
export function AccountLayout(): ReactNode {
  return (
    <main>
      <Outlet />
    </main>
  );
}
