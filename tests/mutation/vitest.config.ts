import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: process.env.WAGDAY_MUTATION_TESTS?.split(',') ?? ['domain/**/*.test.ts', 'mail/**/*.test.ts'],
    setupFiles: ['tests/mutation/setup.ts'],
    env: { TZ: 'America/Los_Angeles' },
    testTimeout: 300_000,
  },
});
