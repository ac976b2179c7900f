import { vi } from 'vitest';

// Runs before each test file, because files share a process (vite.config.ts).
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.useRealTimers();
vi.resetModules();
