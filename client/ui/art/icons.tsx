// Every icon is a thick rounded line in the colour of the text. Icons are decorative: each use needs words beside it or an
// accessible name on its control.
import type { ReactNode } from 'react';

/** Makes an icon of what is drawn on its 24 × 24 units. */
export function icon(drawing: ReactNode) {
  return ({ className = 'size-6' }: { className?: string }) => (
    <svg
      viewBox="0 0 24 24"
      className={className}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.3"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawing}
    </svg>
  );
}

export const CakeIcon = icon(
  <>
    <path d="M4.1 20.6Q3.7 16 4.2 13.2Q4.6 11.7 6.3 11.6Q12 11.2 17.8 11.6Q19.5 11.8 19.8 13.3Q20.3 16.5 19.9 20.6Q12 21.3 4.1 20.6Z" />
    <path d="M4.2 15.6q1.9 2.2 3.8.2q2 2.1 4 0q2 2.1 4 0q2 1.9 3.8-.2M12 11.3V8.2M12 5.2Q10.4 4.2 12.1 2.2Q13.6 4.2 12 5.2Z" />
  </>,
);

export const PawIcon = icon(
  <path
    d="M12 12.2C14.6 12 17.6 15.4 17.5 18C17.3 20.9 14.2 20.3 12 20.2S6.8 20.8 6.5 18C6.4 15.4 9.4 12.1 12 12.2ZM4.3 9.4q1.6-.3 2 1.5t-1.1 2.1T3.1 11.5T4.3 9.4ZM8.9 4.1q1.7 0 1.9 2.2t-1.6 2.4T7.3 6.5T8.9 4.1ZM15.2 4.1q1.6.2 1.5 2.4t-2 2.2T13.2 6.3T15.2 4.1ZM19.8 9.4q1.5.5 1.1 2.2t-2.2 1.3T17.7 10.8T19.8 9.4Z"
    fill="currentColor"
    strokeWidth="1"
  />,
);

export const BoneIcon = icon(
  <path d="M10 16.6Q11 20 8.6 20.9Q6.1 21.5 5.5 18.7Q2.6 18.2 3.2 15.6Q4 13.2 7.5 14.1L14.1 7.4Q13 4 15.4 3.1Q17.9 2.5 18.5 5.3Q21.4 5.8 20.8 8.4Q20 10.8 16.5 9.9Z" />,
);

export const PartyHatIcon = icon(
  <>
    <path d="M3.8 19.2Q12 22.8 20.2 19L12.4 6.2ZM8.3 12.5q3.9 2 7.7-.3M6 16.2q6.3 2.9 12.3-.2" />
    <circle cx="12.3" cy="4.3" r="1.9" />
  </>,
);

export const PencilIcon = icon(
  <path d="M4 20.2L5.2 15.1L16.1 4.2Q17.5 3.1 18.9 4.4L19.8 5.3Q21 6.7 19.8 8.1L9 18.9ZM13.9 6.5L17.6 10.2" />,
);

export const TrashIcon = icon(
  <path d="M4 6.7Q12 6 20.1 6.6M9 6.2Q8.8 3.4 10.2 3.2H13.9Q15.3 3.4 15.1 6.2M5.9 6.8L6.9 19.2Q7.1 20.9 8.7 20.9Q12 21.2 15.3 20.9Q16.9 20.8 17.1 19.2L18.2 6.8M10.2 11L10.5 16.8M13.9 11L13.6 16.8" />,
);

export const ShareIcon = icon(
  <path d="M12 14.8Q11.7 9 12.1 3.4M7.8 7.3Q10.5 5.4 12.1 3.2Q13.8 5.4 16.3 7.2M7.9 11.2H6.2Q4.4 11.3 4.3 13Q4.1 16 4.4 19Q4.5 20.7 6.3 20.8Q12 21.2 17.8 20.8Q19.5 20.7 19.6 19Q19.9 16 19.6 13Q19.5 11.3 17.8 11.2H16.2" />,
);

export const CalendarIcon = icon(
  <>
    <path d="M5.7 5.4Q12 4.9 18.4 5.4Q20.1 5.5 20.2 7.2Q20.6 13 20.2 18.8Q20 20.5 18.3 20.6Q12 21.1 5.7 20.6Q4 20.5 3.9 18.8Q3.4 13 3.9 7.2Q4 5.5 5.7 5.4ZM3.9 10.2Q12 9.6 20.1 10.1M8.2 2.9V6.6M15.9 2.9V6.6" />
    <path
      d="M9.6 15.1Q9.8 13.6 12 15Q14.2 13.5 14.4 15.1Q14.3 16.6 12 17.9Q9.7 16.7 9.6 15.1Z"
      fill="currentColor"
      strokeWidth="1"
    />
  </>,
);

export const PlusIcon = icon(<path d="M12.1 4.6Q11.8 12 12.1 19.4M4.7 12.1Q12 11.7 19.4 12" strokeWidth="2.8" />);
