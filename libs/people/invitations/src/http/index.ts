export { InvitationsHttpModule } from './invitations-http.module.js';
