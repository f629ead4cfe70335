import { describeIntakeAddresses } from '@archivolt/plugin-kit/testing';
import { CatchAllAddresses } from '../src/catch-all-addresses.js';
import plugin from '../src/plugin.js';

const NO_SERVICE = 'there is no service: every name at the domain arrives';

describeIntakeAddresses('intake-address-catch-all', {
  manifest: plugin,
  create: () => ({ addresses: new CatchAllAddresses('in.example.com') }),
  skip: {
    'tells its service where mails go to and what they are signed with': NO_SERVICE,
    'says that a name is in use, and leaves the address that has it alone': NO_SERVICE,
    'removes an address at its service, and no other': NO_SERVICE,
    'makes nothing when the signal is already aborted': NO_SERVICE,
    'stops waiting for a service that does not respond when the signal aborts': NO_SERVICE,
    'fails with an error that allows another attempt while its service is away': NO_SERVICE,
    'the errors do not name the secret': NO_SERVICE,
  },
});
