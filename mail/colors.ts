/** The colors of mails and of the small pages that their links open. They equal those of the same name in client/styles/tokens.css. */
export const day = {
  paper: '#fff6e5',
  card: '#fffdf7',
  ink: '#3a2117',
  inkSoft: '#5f4234',
  line: '#ecd6b5',
  raspberry: '#a00e42',
  onRaspberry: '#ffffff',
  apricotWash: '#ffecd2',
  lamp: '#ffc98f',
  onLamp: '#3a2117',
  focus: '#1d5a73',
};

export const night: typeof day = {
  paper: '#1e1215',
  card: '#4a2d1c',
  ink: '#ffedd6',
  inkSoft: '#f3dfc8',
  line: '#7a4a24',
  raspberry: '#e8b04e',
  onRaspberry: '#2a160c',
  apricotWash: '#673f18',
  lamp: '#eaa765',
  onLamp: '#29190f',
  focus: '#8fd8f2',
};
