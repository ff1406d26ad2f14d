// What a browser may fill in: fields about the reader by their token, and nothing else.
(tokens, say) => {
  const personal = {
    email: /\be-?mail\b/i, tel: /\b(tele)?phone\b/i, name: /\b(your|full|first|last|family) name\b/i,
    'street-address': /\b(street|postal) address\b/i, 'postal-code': /\b(zip|postal|post) ?code\b/i,
    username: /\buser ?name\b/i, 'current-password': /\bpassword\b/i, bday: /\bbirth/i, organization: /\bcompany\b/i,
  };
  const typed = 'input:not([type="hidden"], [type="range"], [type="radio"], [type="checkbox"], [type="submit"], ' +
    '[type="button"], [type="file"], [readonly]), select, textarea';
  return [...document.querySelectorAll(typed)].flatMap((field) => {
    const words = `${say.name(field)} ${field.name}`;
    const meant = Object.keys(personal).find((token) => personal[token].test(words) || field.type === token);
    const value = (field.getAttribute('autocomplete') ?? '').trim().toLowerCase();
    const token = value.split(/\s+/).at(-1);
    if (value && !['on', 'off'].includes(value) && !tokens.includes(token)) {
      return [[`“${value}” is no autocomplete token`, say.where(field)]];
    }
    if (meant && !tokens.includes(token)) {
      return [[`asks for the reader's ${meant} and has no autocomplete token`, say.where(field)]];
    }
    if (!meant && tokens.includes(token)) {
      return [[`is a setting and would be filled with the reader's ${token}`, say.where(field)]];
    }
    if (!meant && value !== 'off' && field.tagName !== 'SELECT') {
      return [['is a setting and browsers offer what was typed elsewhere; say off', say.where(field)]];
    }
    return [];
  });
}
