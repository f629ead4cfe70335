import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { IsBatchOperation, type BatchOperation } from './batch-operation.js';

/** The operations of all features, by name. */
@Injectable()
export class BatchOperations implements OnModuleInit {
  readonly #operations = new Map<string, BatchOperation>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders({ metadataKey: IsBatchOperation.KEY })) {
      const operation = instance as BatchOperation;
      if (this.#operations.has(operation.name)) throw new Error(`two batch operations are called ${operation.name}`);
      this.#operations.set(operation.name, operation);
    }
  }

  of(name: string): BatchOperation {
    const operation = this.#operations.get(name);
    if (!operation) throw new Error(`no provider with @IsBatchOperation is called ${name}`);
    return operation;
  }
}
