"""Places that hold other places: who lives in Germany may well live in Berlin."""

_WIDE = """
afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan bahrain
bangladesh belarus belgium belize bolivia bosnia botswana brazil britain bulgaria cambodia cameroon
canada chad chile china colombia croatia cuba cyprus czechia denmark ecuador egypt england estonia
ethiopia europe finland france georgia germany ghana greece greenland guatemala honduras hungary
iceland india indonesia iran iraq ireland israel italy jamaica japan jordan kazakhstan kenya korea
kuwait laos latvia lebanon libya liechtenstein lithuania luxembourg madagascar malaysia mali malta
mexico moldova monaco mongolia montenegro morocco mozambique myanmar namibia nepal netherlands
nicaragua nigeria norway oman pakistan panama paraguay peru philippines poland portugal qatar
romania russia rwanda scotland senegal serbia singapore slovakia slovenia somalia spain sudan sweden
switzerland syria taiwan tanzania thailand tunisia turkey uganda ukraine uruguay usa us uk
uzbekistan venezuela vietnam wales yemen zambia zimbabwe america africa asia oceania eu emea
bavaria saxony hesse catalonia andalusia tuscany normandy brittany provence ontario quebec alberta
alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho
illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota
mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah
vermont virginia washington wisconsin wyoming lisbon-area scandinavia balkans iberia
deutschland osterreich schweiz frankreich spanien italien polen niederlande schweden norwegen
bayern sachsen hessen
espana alemania francia italia inglaterra mexico portugal cataluna andalucia
allemagne espagne italie angleterre belgique suisse autriche bretagne normandie
"""

WIDE = frozenset(_WIDE.split())
"""Countries, states, regions and continents, folded: places in which there are others."""
