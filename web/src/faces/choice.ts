// `?face=generic` in the address draws any game with the generic face, for those who write games: as long as the page is open.
export const genericForced =
  typeof location.search === 'string' && new URLSearchParams(location.search).get('face') === 'generic';
