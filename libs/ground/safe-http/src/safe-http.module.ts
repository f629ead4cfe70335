import { Global, Module } from '@nestjs/common';
import { HostAddresses } from './host-addresses.js';
import { SafeHttp } from './safe-http.js';

@Global()
@Module({
  providers: [SafeHttp, { provide: HostAddresses, useFactory: () => new HostAddresses() }],
  exports: [SafeHttp],
})
export class SafeHttpModule {}
