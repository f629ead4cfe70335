// Routes that the server of this branch does not have yet, as agreed. Goes away when they are merged.
import type {} from '../../../libs/sdk/src/api.js';

interface OfUser {
  path: { userId: string };
  response: undefined;
  error: string;
}

declare module '../../../libs/sdk/src/api.js' {
  interface Routes {
    'POST /api/admin/users/{userId}/reset-second-factor': OfUser;
    'POST /api/admin/users/{userId}/send-password-reset': OfUser;
  }
}
