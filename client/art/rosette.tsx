export function Rosette({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 200 224" className={`overflow-visible ${className}`} aria-hidden="true">
      <g stroke="var(--art-ink)" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round">
        <path
          d="M62 158L44 216L73 205L92 221L106 170ZM140 158L158 217L129 205L110 221L95 170Z"
          fill="var(--art-raspberry)"
          stroke="var(--color-ring)"
        />
        <path
          d="M100 8Q116-2 126 14Q144 8 150 25Q168 24 170 42Q187 46 184 63Q200 71 192 87Q204 99 193 112Q201 128 186 136Q189 153 172 158Q170 175 152 175Q145 191 128 186Q117 201 101 191Q85 202 74 186Q57 192 50 175Q32 175 30 158Q12 154 16 136Q-1 129 8 113Q-3 100 8 87Q0 72 16 63Q13 46 30 41Q32 24 50 25Q57 8 74 14Q84-2 100 8Z"
          fill="var(--art-butter)"
        />
        <path
          d="M100 28C142 27 174 60 173 101S141 173 100 173S27 141 28 100S58 29 100 28Z"
          fill="var(--art-white)"
          strokeWidth="5"
        />
      </g>
    </svg>
  );
}
