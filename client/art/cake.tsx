/** The birthday cake on its stand, with a bite missing on the left. Its origin is the middle of the stand's foot. */
export function Cake({ transform }: { transform: string }) {
  return (
    <g transform={transform}>
      <path d="M-22 0Q0 6 23-1L13-20H-12Z" fill="var(--art-sky)" />
      <path d="M-70-22Q0-10 71-23Q70-33 60-33H-60Q-70-32-70-22Z" fill="var(--art-sky)" />
      <path
        d="M-58-35L-59-46Q-44-44-42-57Q-26-56-27-71Q-12-73-15-90Q-14-98 0-98Q36-99 57-92L58-34Q0-26-58-35Z"
        fill="var(--art-apricot)"
      />
      <path
        d="M-15-90Q-14-98 0-98Q36-99 57-92V-70Q52-60 46-70Q40-80 34-69Q29-52 22-67Q17-76 11-68Q5-54-3-67Q-8-74-14-74Q-12-80-15-90Z"
        fill="var(--art-white)"
      />
      <path d="M-37-49H41" fill="none" stroke="var(--art-raspberry)" />
      <path d="M0-98V-127M20-99V-132M40-97V-127" fill="none" strokeWidth="13" />
      <path d="M0-100V-127M20-101V-132M40-99V-127" fill="none" stroke="var(--art-sky)" strokeWidth="5" />
      <path
        d="M0-132Q-10-142 1-156Q10-142 0-132ZM20-137Q10-147 21-162Q30-147 20-137ZM40-132Q30-142 41-156Q50-142 40-132Z"
        fill="#ffd76a"
        strokeWidth="4"
      />
      <path
        d="M-78-2l-7 1M-98-7l-6-2M-92 9h4M-114 4l-5 3M-66 12l-5 2M78 2l5-2"
        fill="none"
        stroke="var(--art-apricot)"
        strokeWidth="7"
      />
    </g>
  );
}
