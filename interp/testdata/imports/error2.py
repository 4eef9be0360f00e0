import nothing.at.all
