import { authLimits } from '../routes/auth/auth-limits.ts';
import type { Limit } from '../services/limits/rate-limits.ts';

/** The limits of all routes. Each room declares its own beside its routes, and is registered here. */
export const limits = { ...authLimits };

export type LimitSettings = Readonly<Record<keyof typeof limits, Limit>>;
