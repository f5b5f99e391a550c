/** One print in the floor, about 34 units across, toes upwards. */
export function PawPrint({ transform }: { transform: string }) {
  return (
    <path
      d="M0-2C6-3 12 4 11 9C10 14 4 12 0 12S-10 14-11 9S-6-1 0-2ZM-14-7q4-2 6 3t-1 7t-6-3t1-7ZM-6-17q4 0 5 5t-2 7t-6-5t3-7ZM7-17q4 1 3 7t-6 5t-2-7t5-5ZM15-7q3 2 1 7t-6 3t-1-7t6-3Z"
      transform={transform}
      fill="var(--art-print)"
      stroke="none"
    />
  );
}
