import { Module } from '@nestjs/common';
import { Idempotency } from './idempotency.js';
import { RequestsRepository } from './requests.repository.js';

@Module({ providers: [Idempotency, RequestsRepository], exports: [Idempotency, RequestsRepository] })
export class RequestsModule {}
