import fc from 'fast-check';

// Each property is asked again for every fault.
fc.configureGlobal({ numRuns: 20 });
