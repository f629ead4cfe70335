import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import { Clock } from '#ground/kernel';
import { UserNotFound } from './auth.errors.js';
import { User } from './user.entity.js';

@Injectable()
export class RenameUser {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, name }: { userId: string; name: string }): Promise<User> {
    return this.unitOfWork.run(async (tx) => {
      const user = await tx.em.findOne(User, { id: userId });
      if (!user) throw UserNotFound();
      user.name = name;
      user.updatedAt = this.clock.now();
      return user;
    });
  }
}
