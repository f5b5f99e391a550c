import { Eye, Nose, PartyHat } from './features.tsx';

const EAR = 'M78 50Q66 32 48 36Q35 44 34 70Q33 94 41 103Q49 107 56 95Q63 82 69 72Z';

/** The giant dog. Drawn in a 200 × 200 box; its chest goes on below. */
export function Dane() {
  return (
    <>
      <path d="M34 244Q66 206 68 146H135Q139 206 168 244" fill="var(--art-white)" />
      <path
        d="M128 206Q124 196 132 190Q134 180 138 182Q144 200 152 216Q140 218 128 206ZM66 214Q58 210 52 222Q62 226 66 214ZM88 226Q96 218 106 226Q112 240 100 244Q86 240 88 226Z"
        fill="var(--art-slate)"
        stroke="none"
      />
      <path
        d="M100 44C122 43 135 52 136 70C137 86 134 96 134 104C145 118 149 134 149 146C149 162 139 172 126 171C115 170 111 163 109 160H92C89 165 85 172 75 171C61 171 52 162 53 145C53 133 57 117 68 104C66 94 63 86 64 70C65 52 80 44 100 44Z"
        fill="var(--art-white)"
      />
      <path
        d="M67 70C68 56 78 48 94 47Q98 58 94 68Q98 80 92 88Q90 100 78 102Q70 102 69 94Q66 82 67 70ZM128 124Q139 122 145 138Q148 150 143 156Q134 152 132 143Q125 136 128 124ZM120 47Q130 50 133 62Q125 64 120 47ZM62 148Q68 146 70 154Q64 160 60 156Z"
        fill="var(--art-slate)"
        stroke="none"
      />
      <path d={EAR} fill="var(--art-slate)" />
      <path d={EAR} fill="var(--art-slate)" transform="matrix(-1 0 0 1 201 1)" />
      <Eye x={83} y={88} />
      <Eye x={119} y={88} />
      <path d="M72 85Q82 75 94 84M108 84Q119 75 130 84" fill="none" />
      <path d="M75 71Q81 66 88 69M114 69Q121 66 127 71" fill="none" strokeWidth="4" />
      <path d="M101 140V156M68 150Q80 163 92 162Q100 162 101 156Q102 162 110 162Q123 163 135 149" fill="none" />
      <path d="M73 136v.1M82 142v.1M120 142v.1" fill="none" />
      <Nose y={130} size={1.3} />
      <PartyHat
        transform="translate(105 48) rotate(9) scale(.6)"
        fill="var(--art-raspberry)"
        trim="var(--art-butter)"
      />
    </>
  );
}
