import { Global, Module } from '@nestjs/common';
import { SafeHttp } from './safe-http.js';

@Global()
@Module({ providers: [SafeHttp], exports: [SafeHttp] })
export class SafeHttpModule {}
