/** Icons of the app. A visitor's calculator does without them, so they are no part of what it loads. */
import { icon } from './icon.tsx';

export const CapIcon = icon(
  <path d="M2.7 9.5Q7.2 6.9 12.1 4.7Q16.8 7 21.3 9.4Q16.9 11.9 12 14.1Q7.3 11.9 2.7 9.5ZM6.6 11.7Q6.4 14 6.7 16.6Q12 20.4 17.4 16.5Q17.7 14 17.5 11.6M20.9 9.7Q21.2 13 20.8 16.4" />,
);

export const BoneIcon = icon(
  <path d="M10 16.6Q11 20 8.6 20.9Q6.1 21.5 5.5 18.7Q2.6 18.2 3.2 15.6Q4 13.2 7.5 14.1L14.1 7.4Q13 4 15.4 3.1Q17.9 2.5 18.5 5.3Q21.4 5.8 20.8 8.4Q20 10.8 16.5 9.9Z" />,
);

export const PencilIcon = icon(
  <path d="M4 20.2L5.2 15.1L16.1 4.2Q17.5 3.1 18.9 4.4L19.8 5.3Q21 6.7 19.8 8.1L9 18.9ZM13.9 6.5L17.6 10.2" />,
);

export const TrashIcon = icon(
  <path d="M4 6.7Q12 6 20.1 6.6M9 6.2Q8.8 3.4 10.2 3.2H13.9Q15.3 3.4 15.1 6.2M5.9 6.8L6.9 19.2Q7.1 20.9 8.7 20.9Q12 21.2 15.3 20.9Q16.9 20.8 17.1 19.2L18.2 6.8M10.2 11L10.5 16.8M13.9 11L13.6 16.8" />,
);

export const PersonIcon = icon(
  <path d="M12 12.2C9.5 12.2 7.9 10.3 8 7.9C8.1 5.5 9.7 3.7 12.1 3.7C14.4 3.8 16 5.6 16 8C15.9 10.4 14.4 12.2 12 12.2ZM4.2 20.6Q4.6 15.4 12 15.3Q19.4 15.4 19.9 20.5" />,
);

export const BackIcon = icon(<path d="M19.6 12.1Q12 11.8 4.6 12M10.9 5.2Q7.2 8.2 4.4 12Q7.3 15.9 11 18.8" />);

export const MoreIcon = icon(
  <path d="M5.4 12.1Q5.3 11.8 5.5 11.9M12 12.1Q11.9 11.8 12.1 11.9M18.6 12.1Q18.5 11.8 18.7 11.9" strokeWidth="3.6" />,
);

export const PauseIcon = icon(<path d="M8.6 5.2Q8.3 12 8.6 18.8M15.5 5.1Q15.7 12 15.4 18.9" strokeWidth="3.4" />);

export const PlayIcon = icon(<path d="M7.6 4.9Q13.9 7.9 19 12Q13.8 16.2 7.7 19.1Q7.3 12 7.6 4.9Z" />);
